import { Avatar } from "#app/ui/avatar.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import type { FrameViewer } from "./frame-data.ts";

/** The viewer's avatar, name and telephone number with a leading + (specification §2). */
export function ProfileSummary({
  viewer: { name, photo, phone },
}: {
  viewer: NonNullable<FrameViewer>;
}) {
  return (
    <div className="who">
      <Avatar name={name} photo={photo} size="l" />
      <span>
        <b>{name}</b>
        {phone && <small>{formatPhone(phone)}</small>}
      </span>
    </div>
  );
}
