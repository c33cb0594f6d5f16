import { Icon } from "./icon.tsx";
import { dialledPhone } from "./phone-schema.ts";

// Nothing for an empty text: a shop may have no telephone or no address.

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
