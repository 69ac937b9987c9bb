/** No mail can be switched off. */
export const noneOptional = { isOptional: () => false, isSwitchedOff: async () => false }
