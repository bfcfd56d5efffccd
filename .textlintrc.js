const vocabulary = require('./test/layout/vocabulary.json');

/** Plain English in the pages: one word for one thing, and short sentences. The words are checked in the code too, by test/layout. */
module.exports = {
	rules: {
		terminology: { defaultTerms: false, terms: vocabulary },
		'en-max-word-count': { max: 30 },
	},
};
