import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  /** The accessible name, since an icon has none. */
  label: string
}

export function IconButton({ label, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`grid size-11 flex-none place-items-center rounded-md text-ink-soft transition-colors enabled-hover:bg-sunken enabled-hover:text-ink disabled:opacity-55 ${className}`}
    >
      {children}
    </button>
  )
}
