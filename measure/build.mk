# Builds what cells.mk lists. Called by scripts/shootout/build/programs.py in the folder of
# cells.mk, where `measure` is a link to the folder of this file:
#   make -f measure/build.mk TIMEOUT='timeout 300'
#
# Each path here is relative, with names of ours: the checkout may lie in a folder whose name
# neither make nor a shell can bear, as one with a blank, a quote or a dollar sign.
#
# A cell or harness that does not compile leaves status 1 and its log and stops
# nothing else; it is not tried again before something it is made of changes.
# cells.mk sets for each target what the recipes use:
#   CC       the compiler command
#   ABI      chooses the counters
#   STAGE    the flat copy of the implementation
#   SOURCES  its files to compile
#   NAME     its namespace
#   HARNESS  the folder of the timed loop, measure.o, made by the same compiler
#   BASE     the folder of the rest of the harness, made once for all levels of optimization
#   SUBJECT  what ties the implementation to the harness, made once for these, too

JAIL := jail channel records state syscalls
INSIDE := $(JAIL) lanes system vectors
TRACE := step operands trail calls
TRY := try guard $(TRACE) $(INSIDE)
COMMON := counter clock
MEASURE := place samples quartiles watch $(INSIDE) $(COMMON)
WARDEN := warden files records syscalls system vectors
# A file of measure/, in its folder.
HOME = $(if $(filter $1,$(TRACE)),trace/$1,$(if $(filter $1,$(JAIL) guard warden files),jail/$1,$1))
# Programs like measure, with another layout of the same objects (scripts/shootout/layout/plan.py).
LINKED := measure1 measure2
# Those of an ABI, in the order in which they are tried; found when first asked for.
COUNTERS = $(or $(COUNTERS_$(ABI)),$(eval COUNTERS_$(ABI) := $(shell $(LIST)))$(COUNTERS_$(ABI)))
LIST = awk '$$1 ~ /^[a-z]/ { for (i = 2; i <= NF; ++i) \
	if ($$i == "any" || $$i == "$(ABI)") { print $$1; break } }' measure/cpucycles/options
WITH = $(TOP)/$(HARNESS)/measure.o $(patsubst %,$(TOP)/$(BASE)/%.o,$(MEASURE) $(COUNTERS))
FILLER = $(TOP)/$(BASE)/filler.o
FLAGS = -DSUPERCOP -std=gnu99 -I. -I$(M) -I$(M)/jail
M = $(TOP)/measure

DEFINES = -DSUPERCOP \
	-D'CRYPTO_NAMESPACETOP=$(NAME)' \
	-D'_CRYPTO_NAMESPACETOP=_$(NAME)' \
	-D'CRYPTO_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_SHARED_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_SHARED_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_ALIGN(n)=__attribute__((aligned(n)))'
# A file at a time: clang starts itself again for each of several.
COMPILE = $(TIMEOUT) $(CC) $(DEFINES) -I$(TOP)/$(STAGE) -I$(M)/include -I$(M) -c

all:

include cells.mk

all: $(CELLS)

HARNESS_SOURCES := $(wildcard measure/*.c measure/*.h measure/cpucycles/* measure/jail/* measure/trace/*)

# TOP leads from the folder of a target, where its recipe works, back to this one.
harness/%/status base/%/status: TOP = ../..
base/%/subject.o: TOP = ../../../..
cells/%/status: TOP = ../../../../..
cells/%/measure1 cells/%/measure2: TOP = ../../../../..

base/%/status: $(HARNESS_SOURCES) measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && rm -f *.o && \
		printf 'COUNTER(%s)\n' $(subst -,_,$(COUNTERS)) > counters.inc && ( \
		for f in $(foreach f,$(sort $(TRY) $(MEASURE) $(WARDEN) doctor filler),$(call HOME,$f)) \
			$(COUNTERS:%=cpucycles/%); do \
			$(TIMEOUT) $(CC) $(FLAGS) -c $(M)/$$f.c || exit; done && \
		$(TIMEOUT) $(CC) -o doctor $(patsubst %,%.o,doctor system $(COMMON) $(COUNTERS)) -lm && \
		$(TIMEOUT) $(CC) -o warden $(WARDEN:%=%.o) ) \
		> log 2>&1; echo $$? > status

harness/%/status: $(HARNESS_SOURCES) measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && $(TIMEOUT) $(CC) $(FLAGS) -c $(M)/measure.c > log 2>&1; echo $$? > status

# One that does not compile is empty: it is compiled with each cell then, which has the reason.
base/%/subject.o: measure/subject.c measure/subject.h measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && { $(COMPILE) $(M)/subject.c -o subject.new 2> /dev/null && \
		mv subject.new subject.o || :> subject.o; }

cells/%/status: measure/subject.c measure/subject.h measure/build.mk
	@mkdir -p $(@D) && cd $(@D) || exit 1; \
	[ ! -e log ] || rm -f *.o try measure $(LINKED) verdict; s=0; { \
		$(foreach f,$(SOURCES),$(COMPILE) "$(TOP)/$(STAGE)/$(f)" || s=$$?;) \
		if [ -s $(TOP)/$(SUBJECT) ]; then cp $(TOP)/$(SUBJECT) .; \
		else $(COMPILE) $(M)/subject.c; fi || s=$$?; \
		[ $$s != 0 ] || { $(TIMEOUT) $(CC) -o try $(TRY:%=$(TOP)/$(BASE)/%.o) ./*.o && \
		$(TIMEOUT) $(CC) -o measure $(WITH) ./*.o -lm; } || s=$$?; } \
		> log 2>&1; echo $$s > status && echo cell $(@D)

# A file that does not link is empty, and not tried again: the program as it was built stands in.
cells/%/measure1: cells/%/status
	@cd $(@D) && { $(TIMEOUT) $(CC) -o measure1 $(WITH) $(FILLER) ./*.o -lm || :> measure1; } \
		2> /dev/null && echo cell $(@D)

cells/%/measure2: cells/%/status
	@cd $(@D) && { $(TIMEOUT) $(CC) -o measure2 $(WITH) $(FILLER) $(FILLER) `ls -r ./*.o` -lm || \
		:> measure2; } 2> /dev/null && echo cell $(@D)
