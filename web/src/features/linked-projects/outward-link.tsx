import ExternalLink from 'lucide-react/icons/external-link'

type Props = {
  /** Null while it is unknown. */
  to: string | null
  text: string
  /** What it is about, for those who do not see where it stands. */
  name: string
}

/** Opens bolt.new or GitHub in a new tab. */
export function OutwardLink({ to, text, name }: Props) {
  return (
    <a
      href={to ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text}: ${name}`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      {text}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  )
}
