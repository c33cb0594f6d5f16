import { Link } from "#app/ui/link.tsx";
import type { FamilySwitch as Family } from "../product-schema.ts";
import { Swatch } from "./swatch.tsx";

/** Links to the other products of a family. They keep the scroll position, and the page keeps the focus on the link. */
export function FamilySwitch({ family, id }: { family: Family; id: string }) {
  return (
    <nav className="variants" aria-label={family.title}>
      <ul>
        {family.members.map((member) => (
          <li key={member.id}>
            <Link
              to={`/produit/${member.id}`}
              preventScrollReset
              aria-current={member.id === id ? "page" : undefined}
            >
              <Swatch colour={member.colour} />
              <span>
                {member.label}
                {member.price && <small className="num">{member.price}</small>}
                {member.isSoldOut && <small>Épuisé</small>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
