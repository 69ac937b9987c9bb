/** Of a link that stands alone. */
export const LINK_LOOK =
  'inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11'
