import type { ReactNode } from 'react'

type Props = {
  illustration?: ReactNode
  title: string
  lead: string
  /** Technical detail, to quote in a support request. */
  detail?: string
  /** Who can change it, or where else to go. */
  note?: ReactNode
  actions: ReactNode
}

/** One message and its next steps, in the middle of the page. */
export function PageMessage({ illustration, title, lead, detail, note, actions }: Props) {
  return (
    <div className="page-edge flex flex-1 flex-col items-center justify-center py-20 text-center">
      {illustration}
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">{lead}</p>
      {note && <div className="mt-3 max-w-prose text-ink-soft">{note}</div>}
      {detail && (
        <p className="mt-6 max-w-prose rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm break-words text-ink-soft">
          {detail}
        </p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
