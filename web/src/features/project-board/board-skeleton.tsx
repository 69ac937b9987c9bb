import { Skeleton } from '@app/ui/skeleton.tsx'
import { TASK_STATUSES } from './task.ts'

export function BoardSkeleton() {
  return (
    <div className="-mx-5 flex items-start gap-3 overflow-hidden px-5 pb-4 max-md:min-h-96 md:mx-0 md:gap-4 md:px-0">
      {TASK_STATUSES.map((status) => (
        <div
          key={status}
          className="w-[82vw] max-w-80 flex-none rounded-lg border border-line bg-sunken p-2 md:w-auto md:max-w-none md:flex-1 md:basis-0"
        >
          <Skeleton className="my-3 ml-2 h-5 w-24" />
          <div className="grid gap-2">
            {[1, 2, 3].map((card) => (
              <Skeleton key={card} className="h-22 w-full" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
