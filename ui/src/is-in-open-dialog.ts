/** One that is fading out is not open any more, even if it still holds the focus. */
export const isInOpenDialog = (element: Element | null): boolean =>
  element?.closest('[role="dialog"][data-open]') != null
