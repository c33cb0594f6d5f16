import { Icon, type IconName } from "#app/ui/icon.tsx";

/** The networks' names by host. In lower case they are the names of the icons. */
const NETWORKS: Record<string, string> = {
  "instagram.com": "Instagram",
  "facebook.com": "Facebook",
  "pinterest.com": "Pinterest",
  "pinterest.fr": "Pinterest",
  "tiktok.com": "TikTok",
  "youtube.com": "YouTube",
};

/**
 * Links to the shop's social networks, from SHOP_SOCIAL_LINKS. A known network has an icon, any other the initial of its host.
 */
export function SocialLinks({
  addresses,
  name: shopName,
}: {
  addresses: readonly string[];
  name: string;
}) {
  if (addresses.length === 0) return null;
  return (
    <div className="social">
      {addresses.map((address) => {
        const host = new URL(address).hostname.replace(/^(www|m|fr|fr-fr)\./, "");
        const network = NETWORKS[host];
        return (
          <a key={address} href={address} aria-label={`${shopName} sur ${network ?? host}`}>
            {network ? (
              <Icon name={network.toLowerCase() as IconName} />
            ) : (
              <span aria-hidden="true">{host[0]?.toUpperCase()}</span>
            )}
          </a>
        );
      })}
    </div>
  );
}
