/** The element that has the focus when a row has it: the link that opens it. */
export const rowAttributes = (id: string) => ({ 'data-row': id })

export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)

/** Also of a control within the row. Empty outside of all rows. */
export function idOfRow(element: Element | null): string {
  const link = element?.closest('tr')?.querySelector<HTMLElement>('[data-row]')

  return link?.dataset.row ?? ''
}
