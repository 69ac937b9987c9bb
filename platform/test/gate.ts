/** Lets a test hold something up until it says so. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })

  return { open, opened }
}
