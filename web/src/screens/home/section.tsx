import type { ReactNode } from 'react'

type Props = {
  /** The anchor's id. */
  id?: string
  title: string
  lead?: string
  look?: 'canvas' | 'surface'
  children: ReactNode
}

const LOOKS = { canvas: '', surface: 'bg-surface' }

/** A section of the landing page: a level-two heading and a margin. */
export function Section({ id, title, lead, look = 'canvas', children }: Props) {
  return (
    <section id={id} className={`border-t border-line py-12 ${LOOKS[look]}`}>
      <div className="page-edge">
        <h2 className="max-w-prose text-title font-semibold">{title}</h2>
        {lead && <p className="mt-3 max-w-prose text-lg text-ink-soft">{lead}</p>}
        <div className="mt-6 md:mt-8">{children}</div>
      </div>
    </section>
  )
}
