import { Icon } from "./icon.tsx";
import { telephoneHref } from "./telephone-href.ts";

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={telephoneHref(phone)}>
      <Icon name="phone" />
      {phone}
    </a>
  );
}

export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      <Icon name="mail" />
      {email}
    </a>
  );
}
