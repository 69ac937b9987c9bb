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
    <section id={id} className={`border-t border-line py-7 md:py-12 ${LOOKS[look]}`}>
      <div className="page-edge">
        <h2 className="max-w-prose text-title font-semibold">{title}</h2>
        {lead && (
          <p className="mt-2 max-w-prose text-sm text-ink-soft md:mt-3 md:text-lg">{lead}</p>
        )}
        <div className="mt-5 md:mt-8">{children}</div>
      </div>
    </section>
  )
}
