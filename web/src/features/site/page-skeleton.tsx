import { Skeleton } from '@app/ui/skeleton.tsx'

/** Replaces a loading screen: a heading and cards. */
export function PageSkeleton() {
  return (
    <div aria-hidden="true" className="page-edge grid gap-6 py-10 md:py-14">
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-5 w-96 max-w-full" />
      <div className="mt-2 grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Skeleton className="h-80 w-full rounded-lg" />
        <Skeleton className="h-56 w-full rounded-lg" />
      </div>
    </div>
  )
}
