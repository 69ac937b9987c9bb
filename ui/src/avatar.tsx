type Props = {
  /** Shown when there is no picture. */
  letter: string
  src?: string | null | undefined
  className?: string
}

/** Decorative: the user's name is beside it or labels its container. */
export function Avatar({ letter, src, className = 'size-9' }: Props) {
  const classes = `flex-none rounded-full border border-line ${className}`

  if (src) return <img src={src} alt="" className={`${classes} object-cover`} />

  return (
    <span
      aria-hidden="true"
      className={`${classes} grid place-items-center bg-accent-tint text-sm font-semibold text-accent uppercase`}
    >
      {letter}
    </span>
  )
}
