/** Somebody as others see them. */
export interface Person {
  full_name: string | null;
  handle: string;
  avatar_url: string | null;
}

const sized = (size: number) => ({ width: `${size}px`, height: `${size}px` });

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
        style={sized(size)}
        loading="lazy"
      />
    )
    : (
      <span
        class="avatar"
        style={{ ...sized(size), fontSize: `${size * 0.42}px` }}
        aria-hidden="true"
      >
        {(person.full_name || person.handle)[0]!.toUpperCase()}
      </span>
    );
