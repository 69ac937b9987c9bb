/** A dialog that is fading out is no longer open, even if it still holds the focus. */
export const isInOpenDialog = (element: Element | null): boolean =>
  element?.closest('[role="dialog"][data-open]') != null
