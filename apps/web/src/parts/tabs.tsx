/** The parts of a screen that have addresses of their own. */
export const Tabs = (
  { label, tabs, current }: {
    label: string;
    /** Names by address. */
    tabs: Record<string, string>;
    current: string;
  },
) => (
  <nav class="scopes" aria-label={label}>
    {Object.entries(tabs).map(([address, name]) => (
      <a key={address} href={`#${address}`} aria-current={address === current ? "page" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
