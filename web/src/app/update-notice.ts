export const UPDATE_NOTICE_ID = 'update-notice'

/** Included in every page, because nothing can be loaded when it is needed. */
export function updateNotice(text: string): string {
  return `<p id="${UPDATE_NOTICE_ID}" role="status" hidden class="fixed inset-x-0 top-0 z-60 bg-warning px-4 py-3 text-center text-sm font-medium text-on-warning">${text}</p>`
}
