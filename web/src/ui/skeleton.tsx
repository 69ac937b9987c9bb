/** Holds the place of something that is on its way, in its size, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`block animate-skeleton rounded-sm bg-line ${className}`} />
}
