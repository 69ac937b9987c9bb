/** The element that has the focus if a row has it: its link. */
export const rowAttributes = (id: string) => ({ 'data-row': id })

export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)

/** Also finds the row of a control inside it. Empty outside all rows. */
export function idOfRow(element: Element | null): string {
  const link = element?.closest('tr')?.querySelector<HTMLElement>('[data-row]')

  return link?.dataset.row ?? ''
}
