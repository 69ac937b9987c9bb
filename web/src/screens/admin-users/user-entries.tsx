import { Children, type ReactNode } from 'react'

/** A titled list in the drawer, or a text if it is empty. */
export function Entries(props: { title: string; none: string; children: ReactNode }) {
  const { title, none, children } = props

  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {Children.count(children) === 0 ? (
        <p className="text-sm text-ink-soft">{none}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  )
}

export function Entry(props: { title: ReactNode; badge?: ReactNode; children: ReactNode }) {
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
        <span className="min-w-0 break-words">{props.title}</span>
        {props.badge}
      </p>
      <p className="break-words text-ink-soft">{props.children}</p>
    </li>
  )
}
