import { cloneElement, type ReactElement } from 'react'
import { buttonClasses } from './button-classes.ts'

type LinkElement = ReactElement<{ className?: string; rel?: string; children?: string }>

type Props = {
  label: string
  /** A text with the shown range and total. */
  summary: string
  previousText: string
  nextText: string
  /** Links, because the page number is part of the URL; null at either end. */
  previous: LinkElement | null
  next: LinkElement | null
}

export function Pagination({ label, summary, previousText, nextText, previous, next }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-ink-soft tabular">{summary}</p>
      <div className="flex gap-2">
        <Step link={previous} rel="prev" text={previousText} />
        <Step link={next} rel="next" text={nextText} />
      </div>
    </nav>
  )
}

function Step({ link, rel, text }: { link: LinkElement | null; rel: string; text: string }) {
  const className = buttonClasses('secondary', 'sm')

  if (link) return cloneElement(link, { className, rel }, text)

  return (
    <button type="button" disabled className={className}>
      {text}
    </button>
  )
}
