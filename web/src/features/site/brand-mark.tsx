/** A ferry's bow with a branch as its mast. The favicon is the same drawing. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g
        className="fill-on-accent stroke-on-accent"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M6 19.5h20l-3.5 6h-13z" />
        <path d="M12 19V9m8 4c0 3-3.5 3.2-8 3.8" fill="none" />
        <circle cx="12" cy="8" r="1.5" />
        <circle cx="20" cy="11.5" r="1.5" />
      </g>
    </svg>
  )
}
