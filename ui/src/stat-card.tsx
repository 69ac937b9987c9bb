import { Skeleton } from './skeleton.tsx'

type Props = {
  label: string
  /** Null while loading: the card already has its final size. */
  value: string | null
}

export function StatCard({ label, value }: Props) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-title font-semibold tabular">
        {value ?? <Skeleton className="my-[0.075em] h-[1em] w-16" />}
      </dd>
    </div>
  )
}
