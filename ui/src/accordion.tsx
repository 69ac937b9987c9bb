import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'

type Entry = { title: string; content: ReactNode }

/**
 * The browser's native disclosure, grouped by name so that only one is open; works without script and with page search.
 */
export function Accordion({ name, entries }: { name: string; entries: Entry[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {entries.map(({ title, content }) => (
        <details key={title} name={name} className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 py-2 text-sm font-medium md:min-h-13 md:py-2.5 md:text-base">
            {title}
            <ChevronDownIcon className="size-5 flex-none text-ink-soft transition-transform group-open:rotate-180" />
          </summary>
          <div className="max-w-prose pb-5 text-ink-soft">{content}</div>
        </details>
      ))}
    </div>
  )
}
