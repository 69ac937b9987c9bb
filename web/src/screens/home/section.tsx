import type { ReactNode } from 'react'

type Props = {
  /** What links lead to. */
  id?: string
  title: string
  lead?: string
  look?: 'canvas' | 'surface'
  children: ReactNode
}

const LOOKS = { canvas: '', surface: 'bg-surface' }

/** One section of the landing page: a heading of the second level and the distance to the next. */
export function Section({ id, title, lead, look = 'canvas', children }: Props) {
  return (
    <section id={id} className={`border-t border-line py-14 md:py-24 ${LOOKS[look]}`}>
      <div className="page-edge">
        <h2 className="max-w-prose text-title font-semibold">{title}</h2>
        {lead && <p className="mt-4 max-w-prose text-lg text-ink-soft">{lead}</p>}
        <div className="mt-8 md:mt-12">{children}</div>
      </div>
    </section>
  )
}
