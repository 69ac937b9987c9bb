const SHARED =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-md px-5 font-medium transition-colors select-none'

const LOOKS = {
  primary: `${SHARED} bg-accent text-on-accent hover:bg-accent-strong active:opacity-90`,
  secondary: `${SHARED} border border-line-strong bg-surface text-ink hover:border-ink-faint active:bg-sunken`,
}

/** The look of an action, apart from its element: the same for a button, a link and the router's link. */
export function buttonLook(look: keyof typeof LOOKS): string {
  return LOOKS[look]
}
