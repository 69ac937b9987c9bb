/** Marks the switches that the head script handles. */
export const THEME_TOGGLE = '[data-theme-toggle]'
