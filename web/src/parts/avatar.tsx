/** Somebody as others see them. */
export interface Person {
  full_name: string | null;
  handle: string;
  avatar_url: string | null;
}

/** The picture of somebody, beside their name. */
export const Avatar = ({ person, size = 40 }: { person: Person; size?: number }) =>
  person.avatar_url
    ? (
      <img
        class="avatar"
        src={person.avatar_url}
        alt=""
        width={size}
        height={size}
        style={{ width: size, height: size }}
        loading="lazy"
      />
    )
    : (
      <span
        class="avatar"
        style={{ width: size, height: size, fontSize: size * 0.42 }}
        aria-hidden="true"
      >
        {(person.full_name || person.handle)[0]!.toUpperCase()}
      </span>
    );
