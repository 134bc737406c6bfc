const LINKS = [
  ["Profile", "/profile"],
  ["Order History", "/order-history"],
  ["Load Coins", "/redeem-voucher"],
] as const;

export function AccountNav({ current }: { current: (typeof LINKS)[number][1] }) {
  return (
    <nav className="account-nav" aria-label="Your account">
      <ul>
        {LINKS.map(([label, href]) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
