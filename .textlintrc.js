/** Plain English in the pages: short sentences. */
module.exports = {
	rules: {
		'en-max-word-count': { max: 30 },
	},
};
