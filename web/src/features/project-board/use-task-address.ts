import { useLocation, useNavigate, useSearchParams } from 'react-router'

const NUMBER = /^[1-9]\d{0,8}$/

/** The URL contains the open task: it can be shared, and Back closes it. */
export function useTaskAddress() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const written = parameters.get('task') ?? ''

  return {
    number: NUMBER.test(written) ? Number(written) : null,
    /** Other pages link to a new task by `?task=new`. */
    isNew: written === 'new',

    /** For the link of a task. */
    to: (number: number) => {
      const opened = new URLSearchParams(parameters)
      opened.set('task', String(number))

      return { to: `?${opened}`, state: { isFromBoard: true } }
    },

    /** Goes back to where it was opened; an entered URL is replaced. */
    close: () => {
      if ((state as { isFromBoard?: boolean } | null)?.isFromBoard) return void navigate(-1)
      const closed = new URLSearchParams(parameters)
      closed.delete('task')

      void navigate(`?${closed}`, { replace: true })
    },
  }
}
