/** For every popup that is anchored to its trigger. */
export const POPUP_CLASSES =
  'origin-(--transform-origin) rounded-lg border border-line-strong bg-surface text-ink shadow-float outline-none transition-[scale,opacity] data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0'

export const MENU_CLASSES = `${POPUP_CLASSES} max-h-(--available-height) min-w-56 overflow-y-auto p-1.5`

export const MENU_ITEM_CLASSES =
  'flex min-h-10 w-full cursor-default items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken data-disabled:opacity-55 pointer-coarse:min-h-11'
