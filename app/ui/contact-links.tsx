import { Icon } from "./icon.tsx";
import { telephoneHref } from "./telephone-href.ts";

// Nothing for an empty text: a shop may have no telephone or no address.

export function PhoneLink({ phone }: { phone: string }) {
  return (
    phone && (
      <a href={telephoneHref(phone)}>
        <Icon name="phone" />
        {phone}
      </a>
    )
  );
}

export function EmailLink({ email }: { email: string }) {
  return (
    email && (
      <a href={`mailto:${email}`}>
        <Icon name="mail" />
        {email}
      </a>
    )
  );
}
