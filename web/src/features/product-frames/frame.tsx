import type { ReactNode } from 'react'

type Props = {
  /** A text alternative. */
  alt: string
  title: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of the product, drawn with the product's own classes. An illustration: nothing in it can be pressed or focused. */
export function Frame({ alt, title, aside, className = '', children }: Props) {
  return (
    <figure className={`min-w-0 ${className}`}>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-md border border-line bg-canvas text-sm select-none"
      >
        <div className="flex min-h-11 items-center gap-3 border-b border-line bg-surface px-4 font-medium">
          {title}
          <span className="ml-auto flex items-center gap-3 text-xs font-normal text-ink-soft tabular">
            {aside}
          </span>
        </div>
        {children}
      </div>
      <figcaption className="sr-only">{alt}</figcaption>
    </figure>
  )
}
