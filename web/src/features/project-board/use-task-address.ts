import { useLocation, useNavigate, useSearchParams } from 'react-router'

const NUMBER = /^[1-9]\d{0,8}$/

/** Which task is open is part of the address: it can be shared, and the Back button closes it. */
export function useTaskAddress() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const written = parameters.get('task') ?? ''

  return {
    number: NUMBER.test(written) ? Number(written) : null,
    /** Other places lead to a new task by `?task=new`. */
    isNew: written === 'new',

    /** For the link of a task. */
    to: (number: number) => {
      const opened = new URLSearchParams(parameters)
      opened.set('task', String(number))

      return { to: `?${opened}`, state: { isFromBoard: true } }
    },

    /** Back to where it was opened; where the address was entered, it is replaced. */
    close: () => {
      if ((state as { isFromBoard?: boolean } | null)?.isFromBoard) return void navigate(-1)
      const closed = new URLSearchParams(parameters)
      closed.delete('task')

      void navigate(`?${closed}`, { replace: true })
    },
  }
}
