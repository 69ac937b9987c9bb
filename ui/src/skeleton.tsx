/** Holds the place of something that is on its way, in its size, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className: string }) {
  const radius = className.includes('rounded-') ? '' : 'rounded-sm'

  return <span className={`block animate-skeleton bg-line ${radius} ${className}`} />
}
