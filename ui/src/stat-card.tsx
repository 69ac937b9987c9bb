import { Skeleton } from './skeleton.tsx'

type Props = {
  label: string
  /** Null while it is on its way: the card then has its size already. */
  value: string | null
}

export function StatCard({ label, value }: Props) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-title font-semibold tabular-nums">
        {value ?? <Skeleton className="my-[0.075em] h-[1em] w-16" />}
      </dd>
    </div>
  )
}
