import { afterAll, vi } from 'vitest'

// Files share a process: neither modules' state nor the document of one of them is the next one's.
afterAll(() => {
  vi.resetModules()
  if (typeof document === 'undefined') return
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
