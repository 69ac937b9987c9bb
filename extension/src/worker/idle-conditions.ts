type Conditions = {
  /** As `chrome.idle` answers for the chosen time. */
  idleState: 'active' | 'idle' | 'locked'
  isTabShown: boolean
  isOnline: boolean
}

/** Nobody is at the computer, or nobody looks at the project; and there is a network. */
export const isQuiet = ({ idleState, isTabShown, isOnline }: Conditions): boolean =>
  isOnline && (idleState !== 'active' || !isTabShown)
