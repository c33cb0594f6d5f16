import { Icon } from "./icon.tsx";
import { dialledPhone } from "./phone-schema.ts";

// Renders nothing for an empty text, since a shop may have no telephone or no e-mail address.

export function PhoneLink({ phone }: { phone: string }) {
  return (
    phone && (
      <a href={`tel:${dialledPhone(phone)}`}>
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
