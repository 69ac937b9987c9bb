import { cloneElement, type ReactElement } from 'react'
import { Skeleton } from './skeleton.tsx'

type Props = {
  label: string
  /** Null while loading: the card already has its final size. */
  value: string | null
  /** Where the number comes from: a link without content, which covers the whole card. */
  link?: ReactElement<{ className?: string; children?: string }>
}

export function StatCard({ label, value, link }: Props) {
  return (
    <div className="relative flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-5 transition-colors focus-within:border-line-strong hover:border-line-strong">
      <dt className="text-sm text-ink-soft">
        {link
          ? cloneElement(link, {
              className: 'after:absolute after:inset-0 after:rounded-lg',
              children: label,
            })
          : label}
      </dt>
      <dd className="text-title font-semibold tabular">
        {value ?? <Skeleton className="my-[0.075em] h-[1em] w-16" />}
      </dd>
    </div>
  )
}
