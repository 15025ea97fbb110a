export const words = (text) => `${text.split(/\s+/).filter(Boolean).length} words`
