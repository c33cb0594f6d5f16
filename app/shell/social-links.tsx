import { Icon, type IconName } from "#app/ui/icon.tsx";

const NETWORKS: Record<string, { name: string; icon: IconName }> = {
  "instagram.com": { name: "Instagram", icon: "instagram" },
  "facebook.com": { name: "Facebook", icon: "facebook" },
  "pinterest.com": { name: "Pinterest", icon: "pinterest" },
  "pinterest.fr": { name: "Pinterest", icon: "pinterest" },
  "youtube.com": { name: "YouTube", icon: "youtube" },
};

/**
 * Links to the shop's social networks, from SHOP_SOCIAL_LINKS. A known network has an icon, any other the initial of its host.
 */
export function SocialLinks({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <div className="social">
      {addresses.map((address) => {
        const host = new URL(address).hostname.replace(/^(www|m|fr|fr-fr)\./, "");
        const network = NETWORKS[host];
        return (
          <a key={address} href={address} aria-label={`Éclat sur ${network?.name ?? host}`}>
            {network ? (
              <Icon name={network.icon} />
            ) : (
              <span aria-hidden="true">{host[0]?.toUpperCase()}</span>
            )}
          </a>
        );
      })}
    </div>
  );
}
