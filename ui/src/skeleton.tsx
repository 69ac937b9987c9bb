/** A placeholder in the size of what is being loaded, so that nothing shifts afterwards. */
export function Skeleton({ className }: { className: string }) {
  const radius = className.includes('rounded-') ? '' : 'rounded-sm'

  return <span className={`block animate-skeleton bg-line ${radius} ${className}`} />
}
