import { cloneElement, type ReactElement } from 'react'
import { buttonClasses } from './button-classes.ts'

type LinkElement = ReactElement<{ className?: string; rel?: string; children?: string }>

type Props = {
  label: string
  /** Which of how many, in words. */
  summary: string
  previousText: string
  nextText: string
  /** A link each, since the page is part of the address; null where there is no further page. */
  previous: LinkElement | null
  next: LinkElement | null
}

export function Pagination({ label, summary, previousText, nextText, previous, next }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-ink-soft tabular-nums">{summary}</p>
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
