const SHARED =
  'inline-flex items-center justify-center gap-2 rounded-md text-center font-medium transition-colors select-none disabled:cursor-default disabled:opacity-55'

const VARIANTS = {
  primary: 'bg-accent text-on-accent enabled-hover:bg-accent-strong active:opacity-90',
  secondary:
    'border border-line-strong bg-surface text-ink enabled-hover:border-ink-faint active:bg-sunken',
  quiet: 'text-ink-soft enabled-hover:bg-sunken enabled-hover:text-ink active:text-ink',
  danger: 'bg-danger text-on-danger enabled-hover:opacity-90 active:opacity-80',
}

// Touch targets need 44 px in every variant.
const SIZES = {
  md: 'min-h-12 px-5 py-2',
  sm: 'min-h-10 px-4 py-1.5 text-sm pointer-coarse:min-h-11',
}

export type ButtonVariant = keyof typeof VARIANTS
export type ButtonSize = keyof typeof SIZES

/** The classes of an action, independent of its element: button, link or router link. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize = 'md'): string {
  return `${SHARED} ${SIZES[size]} ${VARIANTS[variant]}`
}
