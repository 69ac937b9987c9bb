/** Whether the visitor has asked for less data, in the browser or the system. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }

  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
