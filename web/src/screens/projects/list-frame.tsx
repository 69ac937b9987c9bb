import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import type { ReactNode } from 'react'

const FRAME = 'divide-y divide-line rounded-lg border border-line bg-surface'

/** What was on the page before stays in sight, a little paler, until the next one is there. */
export function ListFrame({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={isStale}
      className={`${FRAME} transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6]

export function ListSkeleton() {
  return (
    <UnsizedPlaceholder>
      <div className={FRAME}>
        {PLACES.map((place) => (
          <div key={place} className="grid gap-2 px-5 py-4 sm:px-6">
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-4 w-96 max-w-full" />
          </div>
        ))}
      </div>
    </UnsizedPlaceholder>
  )
}
