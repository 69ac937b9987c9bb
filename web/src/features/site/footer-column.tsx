type Props = {
  title: string
  /** Those without an address are not shown. */
  links: { href: string | null; text: string }[]
}

export function FooterColumn({ title, links }: Props) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2 text-sm text-ink-soft">
        {links.map(
          ({ href, text }) =>
            href && (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-8 items-center rounded-sm transition-colors hover:text-ink pointer-coarse:min-h-11"
                >
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
